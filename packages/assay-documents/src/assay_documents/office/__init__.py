"""Files that are zip archives of XML: Word, PowerPoint, Excel, OpenDocument and EPUB."""

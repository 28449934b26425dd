"""Reading requests and writing responses: forms, languages, errors, headers, compression."""

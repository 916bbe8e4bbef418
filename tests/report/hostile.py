"""A site that wants to get out of the report: markup, script, marks that turn text round."""

SCRIPT = "<script>document.title='broken'</script>"
MARKUP = '"><img src=x onerror="document.title=\'broken\'"><b>bold</b>'
BACKWARDS = "\u202eevil\u2066 \u202dtxet"
CELLS = "</td></tr></table><h1>out</h1>"
ADDRESS = "javascript:document.title='broken'"
TEXTS = (SCRIPT, MARKUP, BACKWARDS, CELLS)

/** MCP Apps, revision 2026-01-26: how views are offered, and what they are. */
export const uiExtension = 'io.modelcontextprotocol/ui';
export const appMimeType = 'text/html;profile=mcp-app';
export const appProtocolVersion = '2026-01-26';

/** Where both shells serve the document that a view is drawn in. */
export const appViewPath = '/app-view.html';

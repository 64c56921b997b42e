/** What a reader sees, on one line. */
export function textOf(html: string): string {
  return html
    .replace(/<(style|script)>[\s\S]*?<\/\1>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ")
    .replaceAll(/ (?=[.,;:)])/g, "");
}

/** A small tree of XML: enough to change the parts of a Word document before mammoth reads them. */
export type XmlElement = {
  name: string;
  attributes: string;
  children: readonly XmlNode[];
};
/** Text keeps its entities. */
export type XmlNode = string | XmlElement;

const TOKEN =
  /<!--.*?-->|<[!?][^<>]*>|<(\/?)([\w:.-]+)(?=[\s/>])((?:"[^"<]*"|'[^'<]*'|[^<>"'])*)>|[^<]+/gs;

/** Without comments and declarations. An end that fits no beginning is passed over. */
export function parseXml(xml: string): XmlElement {
  const root = { name: "", attributes: "", children: [] as XmlNode[] };
  const open = [root];
  for (const [token, slash, name, attributes = ""] of xml.matchAll(TOKEN)) {
    const parent = open.at(-1) ?? root;
    if (name === undefined) {
      if (!token.startsWith("<")) parent.children.push(token);
    } else if (slash === "/") {
      if (open.length > 1 && parent.name === name) open.pop();
    } else {
      const isWhole = attributes.endsWith("/");
      const element = {
        name,
        attributes: isWhole ? attributes.slice(0, -1) : attributes,
        children: [] as XmlNode[],
      };
      parent.children.push(element);
      if (!isWhole) open.push(element);
    }
  }
  return root;
}

export function printXml(node: XmlNode): string {
  if (typeof node === "string") return node;
  const inside = node.children.map(printXml).join("");
  return node.name === "" ? inside : `<${node.name}${node.attributes}>${inside}</${node.name}>`;
}

export function getAttribute(element: XmlElement | undefined, name: string): string | undefined {
  const [, double, single] =
    new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(element?.attributes ?? "") ?? [];
  return double ?? single;
}

export function listElements({ children }: XmlElement): XmlElement[] {
  return children.filter((child) => typeof child !== "string");
}

export function findChild(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element && listElements(element).find((child) => child.name === name);
}

/** All of one of these names, at any depth; not inside each other. */
export function findAll(element: XmlElement, names: readonly string[]): XmlElement[] {
  return listElements(element).flatMap((child) =>
    names.includes(child.name) ? [child] : findAll(child, names),
  );
}

/** The words in the elements of these names. */
export function getTextInside(element: XmlElement, names: readonly string[]): string {
  return findAll(element, names)
    .flatMap(({ children }) => children)
    .filter((child) => typeof child === "string")
    .join("");
}

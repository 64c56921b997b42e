/** A text of a request, in the order in which the provider reads it. */
export type Block = {
  role: string;
  text: string;
  isBreakpoint: boolean;
};

/** A body of either wire shape, as far as it is read here. */
type Body = {
  system?: Content;
  messages: readonly { role: string; content: Content }[];
};
type Content = string | readonly { text: string; cache_control?: unknown }[];

/** Every content block of a request body, the system prompt's first. */
export function wireBlocks(json: string): readonly Block[] {
  const { system, messages } = JSON.parse(json) as Body;
  return [
    ...(system === undefined ? [] : blocksIn("system", system)),
    ...messages.flatMap(({ role, content }) => blocksIn(role, content)),
  ];
}

function blocksIn(role: string, content: Content): readonly Block[] {
  if (typeof content === "string") return [{ role, text: content, isBreakpoint: false }];
  return content.map(({ text, cache_control }) => ({
    role,
    text,
    isBreakpoint: cache_control !== undefined,
  }));
}

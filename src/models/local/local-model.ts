/** A model that a server of one's own has. */
export type LocalModel = {
  readonly id: string;
  readonly isLoaded: boolean;
  /** False for embeddings and rerankers. */
  readonly isChat: boolean;
  /** The server passes its calls on to a host elsewhere. */
  readonly isHosted: boolean;
  /** Tokens of context it has now; null where the server does not tell. */
  readonly window: number | null;
};

/** By its name, where the server does not tell. */
export function isChat(id: string): boolean {
  return !NO_CHAT.test(id);
}

const NO_CHAT =
  /embed|rerank|\bbge\b|(?:^|[-/_])(?:gte|e5|minilm|all-mpnet)(?:[-_:.]|$)|all-minilm|whisper|\btts\b/i;

/** Models that Ollama runs on its own hosts. */
export function isCloud(id: string): boolean {
  return /[-:]cloud$/.test(id);
}

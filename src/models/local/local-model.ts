export type LocalModel = {
  readonly id: string;
  readonly isLoaded: boolean;
  /** False for embeddings and rerankers. */
  readonly isChat: boolean;
  readonly isHosted: boolean;
  /** Tokens; null where the server does not tell. */
  readonly window: number | null;
};

export function isChat(id: string): boolean {
  return !NO_CHAT.test(id);
}

const NO_CHAT =
  /embed|rerank|\bbge\b|(?:^|[-/_])(?:gte|e5|minilm|all-mpnet)(?:[-_:.]|$)|all-minilm|whisper|\btts\b/i;

/** Ollama runs these on its own hosts. */
export function isCloud(id: string): boolean {
  return /[-:]cloud$/.test(id);
}

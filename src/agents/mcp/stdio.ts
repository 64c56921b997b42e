/**
 * MCP over standard input and output, one JSON message a line. The transport of the SDK ends the server at a message of
 * 10 MiB, ignores text that is not JSON, and reads on while no one reads its answers. This one answers such lines with an
 * error, and stops reading until its answers are read.
 */
import type { Readable, Writable } from "node:stream";
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  type JSONRPCMessage,
  parseJSONRPCMessage,
  type RequestId,
  type Transport,
} from "@modelcontextprotocol/server";

/** Bytes of one message: ten documents of 200,000 letters fit, also if each letter is escaped in six bytes. */
const MOST_MIB = 16;
export const MOST_BYTES = MOST_MIB * 1024 * 1024;

/** Calls of tools at the same time. Further messages wait unread. */
const MOST_CALLS = 64;

/** Bytes of the end of a message in which its id is found. */
const TAIL = 400;

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  /** Resolves when the client has gone or the server has closed it. */
  readonly closed: Promise<void>;
  #resolveClosed: () => void = () => {};
  readonly #input: Readable;
  readonly #answers: Writable;
  /** Whole lines that wait until answers are read. */
  #lines: string[] = [];
  /** The beginning of a line that has not ended. */
  #begun: Buffer[] = [];
  /** Bytes of that line, also of those that were too many to keep. */
  #length = 0;
  #calls = new Set<RequestId>();
  #isClosed = false;

  constructor(input: Readable, answers: Writable) {
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve;
    });
    this.#input = input;
    this.#answers = answers;
  }

  async start(): Promise<void> {
    this.#input.on("data", this.#take);
    this.#input.on("end", this.#end);
    this.#input.on("close", this.#end);
    this.#input.on("error", this.#end);
    this.#answers.on("drain", this.#readOn);
    // The client has gone.
    this.#answers.on("error", this.#end);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) return;
    this.#answers.write(`${JSON.stringify(message)}\n`);
    if (!isJSONRPCRequest(message) && "id" in message && message.id !== undefined)
      this.#calls.delete(message.id);
    queueMicrotask(this.#readOn);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#input.off("data", this.#take);
    this.#input.pause();
    this.#lines = [];
    this.#begun = [];
    this.onclose?.();
    this.#resolveClosed();
  }

  #end = (): void => {
    this.close().catch(() => {});
  };

  #take = (piece: Buffer): void => {
    let from = 0;
    for (let end = piece.indexOf(10); end !== -1; end = piece.indexOf(10, from)) {
      this.#keep(piece.subarray(from, end));
      this.#endLine();
      from = end + 1;
    }
    this.#keep(piece.subarray(from));
    this.#readOn();
  };

  #keep(piece: Buffer): void {
    this.#length += piece.length;
    this.#begun.push(piece);
    // Of a line that is too long only the end is kept, for the id of its message.
    if (this.#length > MOST_BYTES) this.#begun = [Buffer.concat(this.#begun).subarray(-TAIL)];
  }

  #endLine(): void {
    const line = Buffer.concat(this.#begun).toString();
    const length = this.#length;
    this.#begun = [];
    this.#length = 0;
    if (length <= MOST_BYTES) this.#lines.push(line);
    else
      this.#refuse(
        findId(line),
        INVALID_REQUEST,
        `limit-exceeded: a message may have ${MOST_MIB} MiB, and this one has more. Send less text at once.`,
      );
  }

  /** Handles lines as long as answers are read; otherwise the client has to wait with the next ones. */
  #readOn = (): void => {
    this.#input.pause();
    while (!this.#isClosed && !this.#answers.writableNeedDrain && this.#calls.size < MOST_CALLS) {
      const line = this.#lines.shift();
      if (line === undefined) return void this.#input.resume();
      this.#handle(line);
    }
  };

  #handle(line: string): void {
    if (line.trim() === "") return;
    const message = this.#parse(line);
    if (message === null) return;
    if (isJSONRPCRequest(message) && message.method === "tools/call") this.#calls.add(message.id);
    // A cancelled call has no answer.
    if (isJSONRPCNotification(message) && message.method === "notifications/cancelled")
      this.#calls.delete(message.params?.requestId as RequestId);
    this.onmessage?.(message);
  }

  #parse(line: string): JSONRPCMessage | null {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      this.#refuse(null, PARSE_ERROR, "Parse error: this line is not JSON");
      return null;
    }
    try {
      return parseJSONRPCMessage(value);
    } catch {
      this.#refuse(
        findId(line),
        INVALID_REQUEST,
        "Invalid Request: this is not a message of JSON-RPC 2.0",
      );
      return null;
    }
  }

  /** The SDK has no type for an answer to a message whose id is unknown. */
  #refuse(id: RequestId | null, code: number, message: string): void {
    this.#answers.write(`${JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } })}\n`);
  }
}

/** The id of a message that ends so, if it is its last or last but one field, as clients write it. */
function findId(tail: string): RequestId | null {
  const [, id] = /"id":(\d{1,15}|"[^"\\]{1,100}")(?:,"jsonrpc":"2\.0")?\}$/.exec(tail.trim()) ?? [];
  return id === undefined ? null : (JSON.parse(id) as RequestId);
}

import type { PanelName } from "./model.ts";

export type Key = { readonly name: string; readonly character: string | null };

export type Intent =
  | { readonly want: "scroll"; readonly rows: number }
  | { readonly want: "scroll-pages"; readonly pages: number }
  | { readonly want: "scroll-to"; readonly place: "start" | "end" }
  | {
      readonly want: "open-input";
      readonly for: "search" | "interject" | "jump" | "whisper" | "bring" | "answer";
    }
  | { readonly want: "find"; readonly direction: 1 | -1 }
  | { readonly want: "search-on" }
  | { readonly want: "find-verdict"; readonly direction: 1 | -1 }
  | { readonly want: "choose-member"; readonly direction: 1 | -1 }
  | { readonly want: "choose-seat"; readonly seat: string }
  | { readonly want: "panel"; readonly name: PanelName | null }
  | { readonly want: "next-panel"; readonly direction: 1 | -1 }
  | { readonly want: "scroll-panel"; readonly rows: number }
  | { readonly want: "cite"; readonly direction: 1 | -1 }
  | { readonly want: "cite-shown" }
  | { readonly want: "help" }
  | { readonly want: "acts" }
  | { readonly want: "pause" }
  | { readonly want: "step"; readonly turns: number }
  | { readonly want: "rewind" }
  | { readonly want: "to-end" }
  | { readonly want: "pace"; readonly direction: 1 | -1 }
  | { readonly want: "give-floor" }
  | { readonly want: "call-ballot" }
  | { readonly want: "ask"; readonly question: "quit" | "end" | "close-debate" }
  | { readonly want: "answer"; readonly answer: "yes" | "end" | "leave" | "no" }
  | { readonly want: "type"; readonly text: string }
  | { readonly want: "field"; readonly by: number }
  | { readonly want: "erase"; readonly all: boolean }
  | { readonly want: "submit" }
  | { readonly want: "cancel" }
  | { readonly want: "repaint" }
  | { readonly want: "suspend" }
  | { readonly want: "interrupt" };

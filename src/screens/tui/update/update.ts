import type { Intent } from "../state/intent.ts";
import { nextPace } from "../state/keys.ts";
import type { ViewState } from "../state/model.ts";
import { acted, answered, floorGiven, paused, stepped } from "./act.ts";
import { fieldMoved, shownCited } from "./answer.ts";
import { cited, memberChosen, panelOpened, panelScrolled, panelTurned, seatChosen } from "./choose.ts";
import { counted, found, foundVerdict, pageTurned, scanned, scrolled, scrolledTo } from "./read.ts";
import { effect, noted, only, type Updated } from "./updated.ts";
import { cancelled, erased, inputOpened, submitted, typed } from "./write.ts";

function searchedOn(state: ViewState): Updated {
  const { search } = state;
  if (search?.scan) return scanned(state, search.scan);
  return search?.isFound && !search.isCounted ? counted(state) : only(state);
}

export function update(before: ViewState, intent: Intent): Updated {
  const state = before.isActing ? { ...before, isActing: false } : before;
  switch (intent.want) {
    case "acts":
      return only({ ...state, isActing: !before.isActing });
    case "scroll":
      return scrolled(state, intent.rows);
    case "scroll-pages":
      return pageTurned(state, intent.pages);
    case "scroll-to":
      return scrolledTo(state, intent.place);
    case "open-input":
      return only(inputOpened(state, intent.for));
    case "find":
      return state.search ? found(state, intent.direction) : only(noted(state, "Search first: /", true));
    case "search-on":
      return searchedOn(state);
    case "find-verdict":
      return foundVerdict(state, intent.direction);
    case "choose-member":
      return only(memberChosen(state, intent.direction));
    case "choose-seat":
      return only(seatChosen(state, intent.seat));
    case "panel":
      return only(panelOpened(state, intent.name));
    case "next-panel":
      return only(panelTurned(state, intent.direction));
    case "scroll-panel":
      return only(panelScrolled(state, intent.rows));
    case "cite":
      return only(cited(state, intent.direction));
    case "help":
      return only({ ...state, isHelpOpen: !state.isHelpOpen, panelAt: null });
    case "pause":
      return paused(state);
    case "step":
      return stepped(state, intent.turns);
    case "to-end":
      return effect({ ...state, reading: null, marked: null }, { do: "seek-to", seq: state.total });
    case "rewind":
      return effect({ ...state, reading: null, marked: null }, { do: "rewind" });
    case "pace":
      return effect(state, { do: "pace", pace: nextPace(state.pace, intent.direction) });
    case "cite-shown":
      return only(shownCited(state));
    case "call-ballot":
      return acted(state, { act: "call-ballot" });
    case "give-floor":
      return floorGiven(state);
    case "ask":
      return only({ ...state, question: intent.question });
    case "answer":
      return answered(state, intent.answer);
    case "type":
      return only(typed(state, intent.text));
    case "field":
      return only(fieldMoved(state, intent.by));
    case "erase":
      return only(erased(state, intent.all));
    case "submit":
      return submitted(state);
    case "cancel":
      return only(cancelled(state));
    case "repaint":
      return effect(state, { do: "repaint" });
    case "suspend":
      return effect(state, { do: "suspend" });
    case "interrupt":
      return effect(state, { do: "interrupt" });
    default:
      return intent satisfies never;
  }
}

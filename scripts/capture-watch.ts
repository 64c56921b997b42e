// Holds the hiring board of `npm start` and captures what the live view shows of it: docs/watch.svg.
// Run it after any change of the view: npx tsx scripts/capture-watch.ts
import { writeFileSync } from "node:fs";
import { openMeeting } from "../src/engine/meeting/open-meeting.ts";
import { board } from "../src/protocols/board.ts";
import { findScenario, loadScenario } from "../src/scenario/loading/load.ts";
import type { Size, ViewState } from "../src/screens/tui/model.ts";
import { openSession } from "../src/screens/tui/session.ts";
import { createTheme } from "../src/screens/tui/theme.ts";
import { drawView } from "../src/screens/tui/view.ts";
import { createPacedModel, createPacing } from "../src/showing/watching/pacing.ts";
import { createLiveSource } from "../src/showing/watching/source.ts";
import { createSimulatedModel } from "../src/simulated/behaviours/registry.ts";
import { SEED } from "./start.js";
import { svgOf } from "./svg.ts";

const LIVE: Size = { columns: 120, rows: 35 };
/** In the middle of this message the view is captured. */
const MESSAGE = 10;

const state = await captured();
writeFileSync("docs/watch.svg", svgOf(drawView(sized(state, LIVE)), LIVE, createTheme("dark")));

/** The view of a real meeting, frozen while somebody speaks. */
async function captured(): Promise<ViewState> {
  const stop = new AbortController();
  const hold = createPacing({ signal: stop.signal, sleep: () => Promise.resolve() });
  const scenario = await loadScenario(await findScenario("hiring", { cwd: process.cwd() }));
  const meeting = openMeeting({
    scenario,
    protocol: board,
    seed: SEED,
    signal: stop.signal,
    hold: hold.hold,
    createModel: (seat, of) => createPacedModel(createSimulatedModel({ seat, scenario: of }), hold),
  });
  const clock = () => 0;
  const source = createLiveSource({ meeting, pacing: hold, clock, person: "chair" });
  return new Promise((resolve) => {
    const session = openSession({
      screen: {
        size: LIVE,
        paint: () => setImmediate(check),
        forget: () => {},
        bell: () => {},
        suspend: () => {},
        resume: () => {},
        onKey: () => {},
        onPointer: () => {},
        onResize: () => {},
        close: () => {},
      },
      source,
      start: { mode: "live", isGrowing: false, canAct: true, isPaced: true, person: "chair" },
      clock,
      sleep: () => Promise.resolve(),
    });
    source.onChange(check);
    void meeting.run();

    function check(): void {
      const snapshot = source.snapshot();
      const [call] = snapshot.calls.values();
      if (stop.signal.aborted || (snapshot.meeting?.speakers.length ?? 0) < MESSAGE - 1) return;
      if (!call || call.text.length < 150) return;
      resolve({ ...session.state, ...snapshot });
      stop.abort();
      session.stop();
    }
  });
}

function sized(state: ViewState, size: Size): ViewState {
  return { ...state, size };
}

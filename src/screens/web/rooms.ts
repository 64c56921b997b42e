import { randomUUID } from "node:crypto";
import { type Followed, openRoom, type Room, type Viewer } from "./room.ts";

type Rooms = {
  /** Resolves when the viewer has left; false where there is no such meeting. */
  readonly show: (id: string, viewer: Viewer) => Promise<boolean>;
};

export function createRooms(follow: (id: string) => Promise<Followed | null>): Rooms {
  const open = new Map<string, Promise<Room | null>>();

  async function opened(id: string): Promise<Room | null> {
    const followed = await follow(id);
    return followed && openRoom(followed, randomUUID());
  }

  return {
    async show(id, viewer) {
      const asked = open.get(id) ?? opened(id);
      open.set(id, asked);
      const room = await asked.catch((error: unknown) => {
        open.delete(id);
        throw error;
      });
      if (room === null) {
        open.delete(id);
        return false;
      }
      await room.show(viewer);
      if (room.viewers === 0 && open.get(id) === asked) {
        open.delete(id);
        room.close();
      }
      return true;
    },
  };
}

import { BoardroomError } from "../../errors.ts";

/** What whoever typed a command did wrong, with what mends it and the file or folder where it is. */
export function usage(message: string, remedy?: string, file?: string): BoardroomError {
  return new BoardroomError("usage", {
    ...(file !== undefined && { place: { file } }),
    message,
    ...(remedy !== undefined && { remedy }),
  });
}

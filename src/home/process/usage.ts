import { BoardroomError } from "../../errors.ts";

export function usage(message: string, remedy?: string, file?: string): BoardroomError {
  return new BoardroomError("usage", {
    ...(file !== undefined && { place: { file } }),
    message,
    ...(remedy !== undefined && { remedy }),
  });
}

/** What a use case ends with: an expected refusal is a value, and rolls its transaction back. */
export type Result<Value, Problem> =
  | ({ readonly ok: true } & Readonly<Value>)
  | { readonly ok: false; readonly problem: Problem }

export const refused = <const Problem>(problem: Problem) => ({ ok: false, problem }) as const

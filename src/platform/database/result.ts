/** Result of a use case: an expected refusal is a value, and rolls the transaction back. */
export type Result<Value, Problem> =
  | ({ readonly ok: true } & Readonly<Value>)
  | { readonly ok: false; readonly problem: Problem }

export const refused = <const Problem>(problem: Problem) => ({ ok: false, problem }) as const

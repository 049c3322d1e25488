/** Whether a statement failed because it would have broken this constraint or unique index. */
export function violates(error: unknown, constraint: string): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error
  return typeof cause === 'object' && cause !== null && 'constraint' in cause && cause.constraint === constraint
}

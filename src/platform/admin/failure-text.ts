import { RestError } from './rest.client.ts'

/** What to say about a failed call, in sentences; the message of a `RestError` is that only if the shop refused. */
export function failureText(error: unknown, userName: string): string {
  if (!(error instanceof RestError)) return 'Something went wrong on this screen.'
  const { failure } = error
  if (failure.kind === 'refused') return failure.message
  return failure.kind === 'signed-out'
    ? `You were signed out. Sign in again as ${userName} in a new tab, then come back and try once more: everything on this screen stays.`
    : 'The shop cannot be reached. Your connection may be down.'
}

/** Whether what was asked for does not exist, so that asking again does not help. */
export const isMissing = (error: unknown): boolean =>
  error instanceof RestError && error.failure.kind === 'refused' && error.failure.status === 404

/** What a toast says when undoing failed, and whether trying once more may help. */
export function undoFailure(error: unknown, userName: string): { readonly text: string; readonly canRetry: boolean } {
  const isRefused = error instanceof RestError && error.failure.kind === 'refused'
  const text = failureText(error, userName)
  return isRefused ? { text, canRetry: false } : { text: `It could not be undone. ${text}`, canRetry: true }
}

/** A proof of work for an attempt to order or to pay. '' if the browser lacks support or the shop does not respond. */
export async function requestProof(work = 1): Promise<string> {
  const answer = await fetch(`/wp-json/samovar/v1/challenge${work > 1 ? `?work=${work}` : ''}`)
  if (!answer.ok) return ''
  const { challenge } = (await answer.json()) as { challenge: object }
  const { solveProof } = await import('./solve-challenge.client.ts')
  return solveProof(challenge)
}

/** Maximum multiple of the usual work. Above it, even a fast browser needs half a minute, and waiting is better. */
export const MAX_WORK = 128

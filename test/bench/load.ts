/** Load from this process on one in another, and what came of it. */
import autocannon from 'autocannon'

export type Measured = {
  readonly perSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p975: number
  readonly p99: number
  readonly failed: number
}

export type Load = {
  readonly url: string
  readonly connections: number
  readonly seconds: number
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** One cookie header for each connection in turn, for shoppers who have been here before. */
  readonly cookies?: readonly string[]
  /** A query that is another one for each request, so that nothing kept can answer. */
  readonly isUncached?: boolean
}

let serial = 0

export async function measure(load: Load): Promise<Measured> {
  let client = 0
  const result = await autocannon({
    url: load.url,
    connections: load.connections,
    duration: load.seconds,
    method: load.method ?? 'GET',
    headers: { ...load.headers },
    ...(load.body === undefined ? {} : { body: load.body }),
    setupClient: (made) => {
      const cookie = load.cookies?.[client % load.cookies.length]
      client += 1
      if (cookie) made.setHeaders({ ...load.headers, cookie })
    },
    ...(load.isUncached
      ? {
          requests: [
            {
              method: 'GET',
              setupRequest: (request) => {
                serial += 1
                return { ...request, path: `${new URL(load.url).pathname}?uncached=${serial}` }
              },
            },
          ],
        }
      : {}),
  })
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p975: result.latency.p97_5,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors + result.timeouts,
  }
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** The middle round of several, by requests a second. */
export function middleRound(rounds: readonly Measured[]): Measured {
  const middle = median(rounds.map((round) => round.perSecond))
  const found = rounds.find((round) => round.perSecond === middle)
  if (!found) throw new Error('Nothing was measured')
  return { ...found, failed: rounds.reduce((sum, round) => sum + round.failed, 0) }
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

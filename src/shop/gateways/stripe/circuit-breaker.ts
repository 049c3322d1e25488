import type { Logger } from 'pino'
import type { ProviderFailure } from '../provider.ts'

type BreakerOptions = {
  log?: Pick<Logger, 'warn'>
  /** Milliseconds that only go forward. */
  clock?: () => number
}

/** Consecutive calls without an answer that open the circuit. */
const FAILURES = 5
/** How long the circuit stays open, so that nothing is sent; then one call probes the provider. */
const OPEN_MS = 30_000
/** A call that a shopper's time limit ends earlier than this is not counted as a failure. */
const PATIENCE_MS = 5000

const notSent: ProviderFailure = { ok: false, problem: { kind: 'unreachable', isNotSent: true } }

/** Wraps the calls of a port to the provider; all ports wrapped by one breaker open and close together. */
export type CircuitBreaker = <Port extends object>(port: Port) => Port

/** Fails calls at once while the provider does not answer. Each process has its own breaker. */
export function circuitBreaker(options: BreakerOptions): CircuitBreaker {
  const breaker = openBreaker(options)
  return <Port extends object>(port: Port): Port =>
    Object.fromEntries(
      Object.entries(port).map(([name, member]: [string, unknown]) => [
        name,
        typeof member === 'function' && name !== 'verifyWebhook' ? breaker.guard(member as ProviderCall) : member,
      ]),
    ) as Port
}

type ProviderCall = (...args: readonly unknown[]) => Promise<{ ok: true } | ProviderFailure>

function openBreaker({ log, clock = () => performance.now() }: BreakerOptions) {
  let failures = 0
  /** Null: the circuit is closed. Otherwise it is open until this time. */
  let openUntil: number | null = null
  let isProbing = false

  function mayCall(): boolean {
    if (openUntil === null) return true
    if (isProbing || clock() < openUntil) return false
    isProbing = true
    return true
  }

  function answered(): void {
    if (openUntil !== null) log?.warn('the payment provider answers again')
    failures = 0
    openUntil = null
  }

  function failed(): void {
    failures += 1
    if (failures < FAILURES) return
    if (openUntil === null)
      log?.warn({ failures, pauseMs: OPEN_MS }, 'the payment provider does not answer: calls are paused')
    openUntil = clock() + OPEN_MS
  }

  return {
    guard:
      (call: ProviderCall): ProviderCall =>
      async (...args) => {
        const signal = args.find((arg) => arg instanceof AbortSignal)
        if (signal?.aborted) return call(...args)
        if (!mayCall()) return notSent
        const startedAt = clock()
        try {
          const result = await call(...args)
          if (result.ok || result.problem.kind !== 'unreachable') answered()
          else if (!signal?.aborted || clock() - startedAt >= PATIENCE_MS) failed()
          return result
        } catch (error) {
          answered()
          throw error
        } finally {
          isProbing = false
        }
      },
  }
}

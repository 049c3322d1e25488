import type { RateLimitResult } from './rate-limit.ts'

/** Result of the proof of work: `missing` is a browser without script, or a program. */
export type ProofStatus = 'valid' | 'missing' | 'expired' | 'invalid' | 'reused'

export type SpamSignals = {
  readonly honeypot: string
  readonly proof: ProofStatus
  /** Time from the form becoming visible to submission; null if unknown. */
  readonly secondsOnForm: number | null
  /** Signing in replaces the proof: accounts are more expensive than proofs. */
  readonly isSignedIn: boolean
  readonly name: string
  readonly text: string
  readonly duplicateTexts: number
  readonly previousSpam: number
}

export type SpamVerdict =
  | { readonly action: 'accept' }
  /** Held for moderation; the sender learns only that it is pending. */
  | { readonly action: 'hold'; readonly reason: string }
  /** Hidden but recoverable; the sender gets the same response as for `hold`. */
  | { readonly action: 'spam'; readonly reason: string }
  | { readonly action: 'refuse'; readonly retryAfterSeconds: number }

const HOLD_THRESHOLD = 20
const SPAM_THRESHOLD = 80

const MIN_SECONDS_ON_FORM = 3
const MAX_PASTED_LENGTH = 20

export function checkSpam(signals: SpamSignals, limit: RateLimitResult = { ok: true }): SpamVerdict {
  if (!limit.ok) return { action: 'refuse', retryAfterSeconds: limit.retryAfterSeconds }
  const matches = findingsFor(signals).filter(([score]) => score > 0)
  const total = matches.reduce((sum, [score]) => sum + score, 0)
  if (total < HOLD_THRESHOLD) return { action: 'accept' }
  const reasons = matches.toSorted(([a], [b]) => b - a).map(([, reason]) => reason)
  return { action: total < SPAM_THRESHOLD ? 'hold' : 'spam', reason: reasons.slice(0, 3).join('; ') }
}

type Finding = readonly [score: number, reason: string]

function findingsFor(signals: SpamSignals): Finding[] {
  const { honeypot, proof, isSignedIn, name, text, duplicateTexts, previousSpam } = signals
  const links = text.match(/https?:\/\/|\bwww\.\w/gi)?.length ?? 0
  const { guest, signedIn, reason } = proofFindings[proof]
  const byCount = (count: number, many: number) => (count === 0 ? 0 : count < 3 ? 40 : many)
  return [
    [honeypot === '' ? 0 : 100, 'filled in the field that people do not see'],
    [isSignedIn ? signedIn : guest, reason],
    [isTooFast(signals) ? 30 : 0, `written in less than ${MIN_SECONDS_ON_FORM} seconds`],
    [linkScore(links), links === 1 ? 'has a link' : `has ${links} links`],
    [/\[(url|link)\b|<a\s/i.test(text) ? 60 : 0, 'has the markup of a link'],
    [/https?:|www\.|\S\.(com|net|ru|cn|shop|top|xyz)\b/i.test(name) ? 60 : 0, 'an address as a name'],
    [byCount(duplicateTexts, 90), 'the same text was sent before'],
    [byCount(previousSpam, 80), 'the writer sent spam before'],
  ]
}

const proofFindings: Readonly<Record<ProofStatus, { guest: number; signedIn: number; reason: string }>> = {
  valid: { guest: 0, signedIn: 0, reason: '' },
  missing: { guest: 25, signedIn: 0, reason: 'sent without script' },
  expired: { guest: 25, signedIn: 0, reason: 'the form was open for half a day' },
  invalid: { guest: 50, signedIn: 25, reason: 'came with a forged proof' },
  reused: { guest: 50, signedIn: 25, reason: 'came with a proof that was used before' },
}

const isTooFast = ({ secondsOnForm, text }: SpamSignals): boolean =>
  secondsOnForm !== null && secondsOnForm < MIN_SECONDS_ON_FORM && text.length > MAX_PASTED_LENGTH

const linkScore = (links: number): number => (links === 0 ? 0 : links === 1 ? 20 : links < 4 ? 45 : 85)

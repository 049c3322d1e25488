/** Spam check based on signals, without bothering legitimate users (docs/decisions/spam-protection.md). */
import type { RateLimitResult } from './rate-limit.ts'

/** Result of the proof of work: `missing` is a browser without script, or a program. */
export type ProofStatus = 'valid' | 'missing' | 'expired' | 'invalid' | 'reused'

/** Signals about a submission. Leave `text` and `name` empty if there is no free text. */
export type SpamSignals = {
  /** Content of the honeypot field. */
  readonly honeypot: string
  readonly proof: ProofStatus
  /** Time from the form becoming visible to submission; null if unknown. */
  readonly secondsOnForm: number | null
  /** Signing in replaces the proof: accounts are more expensive than proofs. */
  readonly isSignedIn: boolean
  readonly name: string
  readonly text: string
  /** Copies of the text by other authors or on other entries. */
  readonly duplicateTexts: number
  /** The author's earlier comments marked as spam. */
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

/** Faster submissions are suspicious. */
const MIN_SECONDS_ON_FORM = 3
/** Text up to this length may be pasted. */
const MAX_PASTED_LENGTH = 20

/** Scores the signals. `limit` is the rate limit result, which takes precedence. */
export function checkSpam(signals: SpamSignals, limit: RateLimitResult = { ok: true }): SpamVerdict {
  if (!limit.ok) return { action: 'refuse', retryAfterSeconds: limit.retryAfterSeconds }
  const matches = findingsFor(signals).filter(({ score }) => score > 0)
  const score = matches.reduce((sum, finding) => sum + finding.score, 0)
  if (score < HOLD_THRESHOLD) return { action: 'accept' }
  const sorted = matches.toSorted((a, b) => b.score - a.score)
  const reason = sorted
    .slice(0, 3)
    .map((finding) => finding.reason)
    .join('; ')
  return { action: score < SPAM_THRESHOLD ? 'hold' : 'spam', reason }
}

type Finding = { readonly score: number; readonly reason: string }

function findingsFor(signals: SpamSignals): Finding[] {
  const links = countLinks(signals.text)
  return [
    { score: signals.honeypot === '' ? 0 : 100, reason: 'filled in the field that people do not see' },
    {
      score: proofScores[signals.proof][signals.isSignedIn ? 'signedIn' : 'guest'],
      reason: proofReasons[signals.proof],
    },
    { score: isTooFast(signals) ? 30 : 0, reason: `written in less than ${MIN_SECONDS_ON_FORM} seconds` },
    { score: linkScore(links), reason: links === 1 ? 'has a link' : `has ${links} links` },
    { score: /\[(url|link)\b|<a\s/i.test(signals.text) ? 60 : 0, reason: 'has the markup of a link' },
    {
      score: /https?:|www\.|\S\.(com|net|ru|cn|shop|top|xyz)\b/i.test(signals.name) ? 60 : 0,
      reason: 'an address as a name',
    },
    {
      score: signals.duplicateTexts === 0 ? 0 : signals.duplicateTexts < 3 ? 40 : 90,
      reason: 'the same text was sent before',
    },
    {
      score: signals.previousSpam === 0 ? 0 : signals.previousSpam < 3 ? 40 : 80,
      reason: 'the writer sent spam before',
    },
  ]
}

const proofScores: Readonly<Record<ProofStatus, { readonly guest: number; readonly signedIn: number }>> = {
  valid: { guest: 0, signedIn: 0 },
  missing: { guest: 25, signedIn: 0 },
  expired: { guest: 25, signedIn: 0 },
  invalid: { guest: 50, signedIn: 25 },
  reused: { guest: 50, signedIn: 25 },
}

const proofReasons: Readonly<Record<ProofStatus, string>> = {
  valid: '',
  missing: 'sent without script',
  expired: 'the form was open for half a day',
  invalid: 'came with a forged proof',
  reused: 'came with a proof that was used before',
}

const isTooFast = ({ secondsOnForm, text }: SpamSignals): boolean =>
  secondsOnForm !== null && secondsOnForm < MIN_SECONDS_ON_FORM && text.length > MAX_PASTED_LENGTH

/** One link is moderated at most; many are spam. */
const linkScore = (links: number): number => (links === 0 ? 0 : links === 1 ? 20 : links < 4 ? 45 : 85)

const countLinks = (text: string): number => text.match(/https?:\/\/|\bwww\.\w/gi)?.length ?? 0

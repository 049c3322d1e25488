/** Is this somebody, or a machine? Decided from signs alone, without asking honest people anything (docs/decisions/spam-without-puzzles.md). */
import type { RateLimitResult } from './rate-limit.ts'

/** What came of the proof of work: `missing` is a browser without script, or a program. */
export type ProofStatus = 'valid' | 'missing' | 'expired' | 'invalid' | 'reused'

/** Everything a door knows about one thing sent to it. Leave `text` and `name` empty where nothing is written freely. */
export type SpamSignals = {
  /** What stands in the field that people never see. */
  readonly honeypot: string
  readonly proof: ProofStatus
  /** From the form coming into view until it was sent; null when unknown. */
  readonly secondsOnForm: number | null
  /** A sign-in stands in for the proof: accounts are dearer than sums. */
  readonly isSignedIn: boolean
  readonly name: string
  readonly text: string
  /** The same text from other writers or in other places. */
  readonly duplicateTexts: number
  /** What this writer sent that was taken for spam. */
  readonly previousSpam: number
}

export type SpamVerdict =
  | { readonly action: 'accept' }
  /** Somebody of the shop looks first; the sender is told only that it waits. */
  | { readonly action: 'hold'; readonly reason: string }
  /** Kept out of sight, so that a mistake can be mended; the sender is told the same as for `hold`. */
  | { readonly action: 'spam'; readonly reason: string }
  | { readonly action: 'refuse'; readonly retryAfterSeconds: number }

const HOLD_THRESHOLD = 20
const SPAM_THRESHOLD = 80

/** Nobody types a sentence in less. */
const MIN_SECONDS_ON_FORM = 3
/** A word or two may be pasted; beyond this somebody wrote. */
const MAX_PASTED_LENGTH = 20

/** Weighs the signs. `limit` is what the door's counts say: too many are refused whatever they are. */
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

/** One link may be honest: it is only looked at. Many are not. */
const linkScore = (links: number): number => (links === 0 ? 0 : links === 1 ? 20 : links < 4 ? 45 : 85)

const countLinks = (text: string): number => text.match(/https?:\/\/|\bwww\.\w/gi)?.length ?? 0

/** Is this somebody, or a machine? Decided from signs alone, without asking honest people anything (docs/decisions/spam-without-puzzles.md). */
import type { Limit } from './rate-limit.ts'

/** What came of the proof of work: `none` is a browser without script, or a program. */
export type ProofState = 'good' | 'none' | 'expired' | 'wrong' | 'spent'

/** Everything a door knows about one thing sent to it. Leave `text` and `name` empty where nothing is written freely. */
export type Signs = {
  /** What stands in the field that people never see. */
  readonly trap: string
  readonly proof: ProofState
  /** From the form coming into view until it was sent; null when unknown. */
  readonly secondsAtForm: number | null
  /** A sign-in stands in for the proof: accounts are dearer than sums. */
  readonly isSignedIn: boolean
  readonly name: string
  readonly text: string
  /** The same text from other writers or in other places. */
  readonly sameTextElsewhere: number
  /** What this writer sent that was taken for spam. */
  readonly earlierSpam: number
}

export type Verdict =
  | { readonly is: 'accept' }
  /** Somebody of the shop looks first; the sender is told only that it waits. */
  | { readonly is: 'hold'; readonly why: string }
  /** Kept out of sight, so that a mistake can be mended; the sender is told the same as for `hold`. */
  | { readonly is: 'spam'; readonly why: string }
  | { readonly is: 'refuse'; readonly retryAfterSeconds: number }

const HOLD_FROM = 20
const SPAM_FROM = 80

/** Nobody types a sentence in less. */
const HASTE_SECONDS = 3
/** A word or two may be pasted; beyond this somebody wrote. */
const HASTE_LETTERS = 20

/** Weighs the signs. `limit` is what the door's counts say: too many are refused whatever they are. */
export function judge(signs: Signs, limit: Limit = { ok: true }): Verdict {
  if (!limit.ok) return { is: 'refuse', retryAfterSeconds: limit.retryAfterSeconds }
  const found = findings(signs).filter(({ weight }) => weight > 0)
  const weight = found.reduce((sum, one) => sum + one.weight, 0)
  if (weight < HOLD_FROM) return { is: 'accept' }
  const heaviest = found.toSorted((a, b) => b.weight - a.weight)
  const why = heaviest
    .slice(0, 3)
    .map((one) => one.why)
    .join('; ')
  return { is: weight < SPAM_FROM ? 'hold' : 'spam', why }
}

type Finding = { readonly weight: number; readonly why: string }

function findings(signs: Signs): Finding[] {
  const links = countLinks(signs.text)
  return [
    { weight: signs.trap === '' ? 0 : 100, why: 'filled in the field that people do not see' },
    { weight: proofWeights[signs.proof][signs.isSignedIn ? 'signedIn' : 'stranger'], why: proofWords[signs.proof] },
    { weight: isHasty(signs) ? 30 : 0, why: `written in less than ${HASTE_SECONDS} seconds` },
    { weight: linkWeight(links), why: links === 1 ? 'has a link' : `has ${links} links` },
    { weight: /\[(url|link)\b|<a\s/i.test(signs.text) ? 60 : 0, why: 'has the markup of a link' },
    {
      weight: /https?:|www\.|\S\.(com|net|ru|cn|shop|top|xyz)\b/i.test(signs.name) ? 60 : 0,
      why: 'an address as a name',
    },
    {
      weight: signs.sameTextElsewhere === 0 ? 0 : signs.sameTextElsewhere < 3 ? 40 : 90,
      why: 'the same text was sent before',
    },
    { weight: signs.earlierSpam === 0 ? 0 : signs.earlierSpam < 3 ? 40 : 80, why: 'the writer sent spam before' },
  ]
}

const proofWeights: Readonly<Record<ProofState, { readonly stranger: number; readonly signedIn: number }>> = {
  good: { stranger: 0, signedIn: 0 },
  none: { stranger: 25, signedIn: 0 },
  expired: { stranger: 25, signedIn: 0 },
  wrong: { stranger: 50, signedIn: 25 },
  spent: { stranger: 50, signedIn: 25 },
}

const proofWords: Readonly<Record<ProofState, string>> = {
  good: '',
  none: 'sent without script',
  expired: 'the form was open for half a day',
  wrong: 'came with a forged proof',
  spent: 'came with a proof that was used before',
}

const isHasty = ({ secondsAtForm, text }: Signs): boolean =>
  secondsAtForm !== null && secondsAtForm < HASTE_SECONDS && text.length > HASTE_LETTERS

/** One link may be honest: it is only looked at. Many are not. */
const linkWeight = (links: number): number => (links === 0 ? 0 : links === 1 ? 20 : links < 4 ? 45 : 85)

const countLinks = (text: string): number => text.match(/https?:\/\/|\bwww\.\w/gi)?.length ?? 0

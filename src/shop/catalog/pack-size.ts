import { formatMoney } from '../../platform/money/format.ts'
import { choiceText } from './choice-text.ts'
import type { Steeping } from './facts.ts'

/** '50 g', '1.5 kg': how much is in a pack. Nothing where that is not known. */
export function packSize(netGrams: number | null): string {
  if (netGrams === null || netGrams <= 0) return ''
  return netGrams < 1000 ? `${netGrams} g` : `${netGrams / 1000} kg`
}

/** '25–100 g' for packs of several sizes, '50 g' for one; nothing unless all of them are known. */
export function packSizes(all: readonly (number | null)[]): string {
  const grams = all.filter((one): one is number => one !== null && one > 0)
  if (grams.length === 0 || grams.length < all.length) return ''
  const [min, max] = [Math.min(...grams), Math.max(...grams)]
  if (min === max) return packSize(min)
  return max < 1000 ? `${min}–${packSize(max)}` : `${packSize(min)} – ${packSize(max)}`
}

/** How many cups a pack makes: whole portions of leaf, each steeped as often as it is worth. A cup is one infusion. */
export const cupsOf = (netGrams: number, steeping: Steeping): number =>
  Math.floor(netGrams / steeping.grams) * steeping.infusions

/**
 * What a pack holds, what 100 g of it cost and what a cup does: '50 g · $73.00 per 100 g · about 48 cups, $0.77 each'. Price
 * by weight and by the cup are told of one leaf alone, of which it is known how it is steeped: a box of several teas is
 * not bought by weight. Cents of a cup are rounded up.
 */
export function packText(cents: number | null, netGrams: number | null, steeping: Steeping | null): string {
  const size = packSize(netGrams)
  if (size === '' || netGrams === null) return ''
  if (cents === null || steeping === null) return size
  const cups = cupsOf(netGrams, steeping)
  return [
    size,
    ...(netGrams === 100 ? [] : [`${formatMoney(Math.round((cents * 100) / netGrams))} per 100 g`]),
    ...(cups > 1 ? [`about ${cups} cups, ${formatMoney(Math.ceil(cents / cups))} each`] : []),
  ].join(' · ')
}

/** What tells a line of a cart from others of its name: '50 g' of a simple tea, 'ash, 400 ml' as it was chosen. */
export function lineDetail(netGrams: number | null, choices: Readonly<Record<string, string>>): string {
  return withPackSize(choiceText(choices), packSize(netGrams))
}

/** The size behind what was chosen, unless that says it already. */
export const withPackSize = (chosen: string, size: string): string =>
  chosen.split(', ').includes(size) ? chosen : [chosen, size].filter((part) => part !== '').join(', ')

import { type Currency, formatMoney, shopCurrency } from '../../platform/money/money.ts'
import type { WeightUnit } from '../../things/settings/site-settings.ts'
import type { Steeping } from './facts.ts'
import type { Dimensions } from './product.ts'

/** '50 g', '1.5 kg': net weight of a pack. Empty if unknown. */
export function packSize(netGrams: number | null): string {
  if (netGrams === null || netGrams <= 0) return ''
  return netGrams < 1000 ? `${netGrams} g` : `${netGrams / 1000} kg`
}

/** '25–100 g' for several sizes, '50 g' for one; empty unless all are known. */
export function packSizes(all: readonly (number | null)[]): string {
  const grams = all.filter((one): one is number => one !== null && one > 0)
  if (grams.length === 0 || grams.length < all.length) return ''
  const [min, max] = [Math.min(...grams), Math.max(...grams)]
  if (min === max) return packSize(min)
  return max < 1000 ? `${min}–${packSize(max)}` : `${packSize(min)} – ${packSize(max)}`
}

/** Cups per pack: whole portions of leaf times infusions. A cup is one infusion. */
export const cupsOf = (netGrams: number, steeping: Steeping): number =>
  Math.floor(netGrams / steeping.grams) * steeping.infusions

/** '50 g · $73.00 per 100 g · about 48 cups, $0.77 each': unit prices only for a single tea, a cup's rounded up. */
export function packText(
  cents: number | null,
  netGrams: number | null,
  steeping: Steeping | null,
  currency: Currency = shopCurrency,
): string {
  const size = packSize(netGrams)
  if (size === '' || netGrams === null) return ''
  if (cents === null || steeping === null) return size
  const cups = cupsOf(netGrams, steeping)
  return [
    size,
    ...(netGrams === 100 ? [] : [`${formatMoney(Math.round((cents * 100) / netGrams), currency)} per 100 g`]),
    ...(cups > 1 ? [`about ${cups} cups, ${formatMoney(Math.ceil(cents / cups), currency)} each`] : []),
  ].join(' · ')
}

/** Distinguishes cart lines of the same name: '50 g' of a simple tea, or the selected options 'Ash, 400 ml'. */
export function lineDetail(netGrams: number | null, chosenNames: readonly string[]): string {
  return withPackSize(chosenNames.filter((name) => name !== '').join(', '), packSize(netGrams))
}

export const withPackSize = (chosen: string, size: string): string =>
  chosen.split(', ').includes(size) ? chosen : [chosen, size].filter((part) => part !== '').join(', ')

export const gramsPerUnit: Readonly<Record<WeightUnit, number>> = {
  kg: 1000,
  g: 1,
  lbs: 453.592_37,
  oz: 28.349_523_125,
}

/** A weight as a number in the shop's unit, '0.105' for 105 grams; '' if unknown. Pounds and ounces have two decimals. */
export function weightIn(grams: number | null, unit: WeightUnit): string {
  if (grams === null) return ''
  const weight = grams / gramsPerUnit[unit]
  return isMetric(unit) ? String(weight) : String(Math.round(weight * 100) / 100)
}

/** 100 tonnes: more than any parcel, and the sum of a cart stays a number that PostgreSQL stores. */
export const MAX_GRAMS = 100_000_000

/** The whole grams of a weight in the shop's unit; null if the text is not a weight, or too heavy. */
export function gramsOf(weight: string, unit: WeightUnit): number | null {
  if (!/^\d{1,9}(\.\d{1,9})?$/.test(weight)) return null
  const grams = Math.round(Number(weight) * gramsPerUnit[unit])
  return grams <= MAX_GRAMS ? grams : null
}

const isMetric = (unit: WeightUnit): boolean => unit === 'kg' || unit === 'g'

/** A weight, or a range, as people read it: grams in a metric shop, else the shop's unit. */
export function weightText(minGrams: number, maxGrams: number, unit: WeightUnit): string {
  const shown = isMetric(unit) ? 'g' : unit
  const [min, max] = [weightIn(minGrams, shown), weightIn(maxGrams, shown)]
  return min === max ? `${min} ${shown}` : `${min}–${max} ${shown}`
}

/** In centimetres, as in the API; '' where unknown. */
export function dimensionsOf({ lengthCm, widthCm, heightCm }: Dimensions) {
  const text = (cm: number | null): string => (cm === null ? '' : String(cm))
  return { length: text(lengthCm), width: text(widthCm), height: text(heightCm) }
}

/** '10 × 5 × 3 cm', or '' if all are unknown. */
export function dimensionsText(size: Dimensions): string {
  const known = Object.values(dimensionsOf(size)).filter((one) => one !== '' && one !== '0')
  return known.length === 0 ? '' : `${known.join(' × ')} cm`
}

import type { WeightUnit } from '../../things/settings/site-settings.ts'

const gramsPerUnit: Readonly<Record<WeightUnit, number>> = { kg: 1000, g: 1, lbs: 453.592_37, oz: 28.349_523_125 }

/** A weight as a number in the shop's unit, '0.105' for 105 grams; '' if unknown. Pounds and ounces have two decimals. */
export function weightIn(grams: number | null, unit: WeightUnit): string {
  if (grams === null) return ''
  const weight = grams / gramsPerUnit[unit]
  return isMetric(unit) ? String(weight) : String(Math.round(weight * 100) / 100)
}

const isMetric = (unit: WeightUnit): boolean => unit === 'kg' || unit === 'g'

/** A weight, or a range, as people read it: grams in a metric shop, else the shop's unit. */
export function weightText(minGrams: number, maxGrams: number, unit: WeightUnit): string {
  const shown = isMetric(unit) ? 'g' : unit
  const [min, max] = [weightIn(minGrams, shown), weightIn(maxGrams, shown)]
  return min === max ? `${min} ${shown}` : `${min}–${max} ${shown}`
}

/** Days as 'YYYY-MM-DD' in the shop's time zone; also used in the browser. */

export type Range = { readonly after: string; readonly before: string }

export const comparisons = ['none', 'previous_period', 'previous_week', 'previous_year'] as const
export type Comparison = (typeof comparisons)[number]

export const intervals = ['day', 'week', 'month', 'quarter', 'year'] as const
export type Interval = (typeof intervals)[number]

/** A little more than ten years, and more than a chart can show. */
export const MAX_DAYS = 3700

const atNoon = (day: string): Date => new Date(`${day}T12:00:00Z`)
const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

export const isDay = (text: string): boolean =>
  /^(19|20)\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(atNoon(text).getTime()) && dayOf(atNoon(text)) === text

export function addDays(day: string, days: number): string {
  const at = atNoon(day)
  at.setUTCDate(at.getUTCDate() + days)
  return dayOf(at)
}

/** The same day of another month, or its last day: a month before March 31 is the end of February. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0, 12))
  last.setUTCDate(Math.min(date, last.getUTCDate()))
  return dayOf(last)
}

export const daysIn = ({ after, before }: Range): number =>
  Math.round((atNoon(before).getTime() - atNoon(after).getTime()) / 86_400_000) + 1

function moveDay(day: string, range: Range, comparison: Comparison, times: 1 | -1): string {
  if (comparison === 'previous_year') return addMonths(day, 12 * times)
  return addDays(day, times * (comparison === 'previous_week' ? 7 : daysIn(range)))
}

export function comparedRange(range: Range, comparison: Comparison): Range | null {
  if (comparison === 'none') return null
  const move = (day: string) => moveDay(day, range, comparison, -1)
  return { after: move(range.after), before: move(range.before) }
}

/** The day of `range` that `day`, of the comparison period, is compared with. */
export function comparedWith(day: string, range: Range, comparison: Comparison): string {
  const matching = moveDay(day, range, comparison, 1)
  return matching < range.after ? range.after : matching
}

/** The first day of the interval that a day is in; weeks begin on Monday. */
export function intervalStart(day: string, interval: Interval): string {
  if (interval === 'day') return day
  if (interval === 'week') return addDays(day, -((atNoon(day).getUTCDay() + 6) % 7))
  const [year, month] = [day.slice(0, 4), Number(day.slice(5, 7))]
  if (interval === 'year') return `${year}-01-01`
  const first = interval === 'month' ? month : month - ((month - 1) % 3)
  return `${year}-${String(first).padStart(2, '0')}-01`
}

/** First days of the intervals of a range, which may begin before and end after it. */
export function intervalsOf({ after, before }: Range, interval: Interval): string[] {
  const starts: string[] = []
  const next = (start: string) => {
    if (interval === 'day') return addDays(start, 1)
    return interval === 'week' ? addDays(start, 7) : addMonths(start, { month: 1, quarter: 3, year: 12 }[interval])
  }
  for (let start = intervalStart(after, interval); start <= before; start = next(start)) starts.push(start)
  return starts
}

/** The default interval for a range. */
export function usualInterval(range: Range): Interval {
  const days = daysIn(range)
  if (days <= 62) return 'day'
  return days <= 200 ? 'week' : days <= 1500 ? 'month' : 'year'
}

export const presets = {
  today: 'Today',
  '7-days': 'Last 7 days',
  '30-days': 'Last 30 days',
  month: 'This month',
  'last-month': 'Last month',
  quarter: 'This quarter',
  year: 'This year',
  'last-year': 'Last year',
  custom: 'Custom dates',
} as const
export type Preset = keyof typeof presets

export function presetRange(preset: Exclude<Preset, 'custom'>, today: string): Range {
  const since = (after: string) => ({ after, before: today })
  const month = intervalStart(today, 'month')
  const year = intervalStart(today, 'year')
  if (preset === '7-days') return since(addDays(today, -6))
  if (preset === '30-days') return since(addDays(today, -29))
  if (preset === 'month') return since(month)
  if (preset === 'last-month') return { after: addMonths(month, -1), before: addDays(month, -1) }
  if (preset === 'quarter') return since(intervalStart(today, 'quarter'))
  if (preset === 'year') return since(year)
  return preset === 'last-year' ? { after: addMonths(year, -12), before: addDays(year, -1) } : since(today)
}

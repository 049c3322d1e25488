import { useSearchParams } from 'react-router'
import { shopDayOf } from '../../../platform/time/shop-time.ts'
import {
  type Comparison,
  comparisons,
  type Interval,
  intervals,
  isDay,
  type Preset,
  presetRange,
  presets,
  type Range,
  usualInterval,
} from '../range.ts'

/** The displayed report; kept in the URL, so that it can be bookmarked and shared. */
export type ReportState = Range & {
  readonly preset: Preset
  readonly compare: Comparison
  readonly interval: Interval
  readonly page: number
}

export const shopToday = (): string => shopDayOf(new Date())

const oneOf = <T extends string>(all: readonly T[], value: string | null, otherwise: T): T =>
  all.find((one) => one === value) ?? otherwise

export function useReportState() {
  const [params, setParams] = useSearchParams()
  const preset = oneOf(Object.keys(presets) as Preset[], params.get('range'), '30-days')
  const today = shopToday()
  const day = (name: string) => {
    const text = params.get(name) ?? ''
    return isDay(text) ? text : today
  }
  const range = preset === 'custom' ? { after: day('after'), before: day('before') } : presetRange(preset, today)
  const state: ReportState = {
    ...range,
    preset,
    compare: oneOf(comparisons, params.get('compare'), 'previous_period'),
    interval: oneOf(intervals, params.get('interval'), usualInterval(range)),
    page: Math.max(1, Math.floor(Number(params.get('paged')) || 1)),
  }
  /** The query string with changes; resets the page unless that is what changes. */
  const searchWith = (changes: Readonly<Record<string, string>>): string => {
    const next = new URLSearchParams(params)
    next.delete('paged')
    for (const [name, value] of Object.entries(changes))
      if (value === '') next.delete(name)
      else next.set(name, value)
    const text = next.toString()
    return text === '' ? '' : `?${text}`
  }
  const change = (changes: Readonly<Record<string, string>>) =>
    setParams(new URLSearchParams(searchWith(changes)), { preventScrollReset: true })
  return { state, searchWith, change }
}

const dayText = new Intl.DateTimeFormat('en-CA', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const weekdayText = new Intl.DateTimeFormat('en-CA', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})
const monthText = new Intl.DateTimeFormat('en-CA', { month: 'short', year: 'numeric', timeZone: 'UTC' })
const dateText = new Intl.DateTimeFormat('en-CA', { dateStyle: 'medium', timeZone: 'UTC' })

/** 'Fri, Nov 20', 'Week of Nov 16', 'Nov 2026', 'Q4 2026' or '2026'. */
export function intervalName(start: string, interval: Interval): string {
  const at = new Date(start)
  if (interval === 'day') return weekdayText.format(at)
  if (interval === 'week') return `Week of ${dayText.format(at)}`
  if (interval === 'month') return monthText.format(at)
  const year = start.slice(0, 4)
  return interval === 'year' ? year : `Q${Math.ceil(Number(start.slice(5, 7)) / 3)} ${year}`
}

/** 'Nov 1, 2026 to Nov 20, 2026', or a single day. */
export const rangeName = ({ after, before }: Range): string =>
  after === before
    ? dateText.format(new Date(after))
    : `${dateText.format(new Date(after))} to ${dateText.format(new Date(before))}`

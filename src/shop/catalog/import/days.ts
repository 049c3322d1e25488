const dayMs = 24 * 60 * 60 * 1000

export const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10)

/** Start of `day` ('YYYY-MM-DD') in `timeZone`. */
export function startOfDay(day: string, timeZone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  // The offset may differ between the first estimate and midnight itself, so it is computed twice.
  const guess = midnight - offsetMs(midnight, timeZone)
  return new Date(midnight - offsetMs(guess, timeZone))
}

/** UTC offset of `timeZone`, in milliseconds. */
function offsetMs(instant: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' },
    hourCycle: 'h23',
  })
  const parts = Object.fromEntries(format.formatToParts(instant).map((part) => [part.type, part.value]))
  const shown = Date.parse(`${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}Z`)
  return shown - (instant - (instant % 1000))
}

/** As the platform prints settings: plain values at the top become text, booleans '1' or '' (plugin sheet §7). */
export const localized = (settings: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => {
      if (typeof value === 'boolean') return [name, value ? '1' : '']
      return [name, typeof value === 'number' ? String(value) : value]
    }),
  )

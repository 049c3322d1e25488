export type ParsedSetting<T> = { readonly value: T } | { readonly error: string }

export const parseOption =
  <const T>(...options: readonly T[]) =>
  (input: unknown): ParsedSetting<T> => {
    const value = options.find((option) => option === input || String(option) === input)
    if (value !== undefined) return { value }
    return { error: options.length > 20 ? 'is not one of the choices.' : `must be one of ${options.join(', ')}.` }
  }

export const parseWholeNumber =
  ({ min, max }: { readonly min: number; readonly max: number }) =>
  (input: unknown): ParsedSetting<number> => {
    const value = typeof input === 'string' && input.trim() !== '' ? Number(input) : input
    return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
      ? { value }
      : { error: `must be a whole number from ${min} to ${max}.` }
  }

/** Query string of the values that are neither undefined nor ''; '' if there are none. */
export const query = (values: Record<string, string | number | undefined>): string => {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value !== '') params.append(name, String(value))
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

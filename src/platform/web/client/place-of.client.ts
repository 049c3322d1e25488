/** The element of a URL fragment, found as browsers do. */
export function placeOf(fragment: string): HTMLElement | undefined {
  if (fragment === '') return
  return [fragment, decoded(fragment)]
    .map((name) => document.getElementById(name) ?? document.querySelector<HTMLElement>(`a[name=${CSS.escape(name)}]`))
    .find((place) => place !== null)
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

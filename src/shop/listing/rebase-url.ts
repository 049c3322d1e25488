const valuesOf = (list: string | null): readonly string[] => list?.split(',') ?? []

/** `href` is one change of the listing at `shown`: the same change of the one at `wanted`, which is on its way. */
export function rebaseUrl(href: string, shown: string, wanted: string): string {
  const url = new URL(href)
  const { searchParams } = url
  const [before, asked] = [new URL(shown).searchParams, new URL(wanted).searchParams]
  for (const name of new Set([...before.keys(), ...asked.keys(), ...searchParams.keys()])) {
    const was = valuesOf(before.get(name))
    const want = valuesOf(asked.get(name))
    const is = valuesOf(searchParams.get(name))
    if (!name.startsWith('filter_')) {
      if (`${is}` === `${was}`) write(name, want.join(','))
      continue
    }
    const since = want.filter((value) => !was.includes(value))
    const kept = is.filter((value) => !was.includes(value) || want.includes(value))
    const values = [...new Set([...since, ...kept])].toSorted()
    write(name, values.join(','))
    const type = name.replace('filter', 'query_type')
    if (!/^filter_(category|stock_status)$/.test(name)) {
      // Any of several, unless this listing asks for all of them.
      write(type, values.length < 2 ? null : was.length < 2 ? 'or' : before.get(type))
    }
  }
  return url.href.replaceAll('%2C', ',')

  function write(name: string, value: string | null | undefined): void {
    if (value) searchParams.set(name, value)
    else searchParams.delete(name)
  }
}

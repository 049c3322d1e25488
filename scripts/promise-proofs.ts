/** Reading promises out of the list and proofs out of test reports. */

const levels = ['unit', 'wire', 'browser'] as const
/** Where a promise can honestly be proved: a pure rule, a request to the running app, a real browser. */
export type Level = (typeof levels)[number]

export type Promised = { readonly id: string; readonly section: string; readonly levels: readonly Level[] }

/** A test that names a promise. */
export type Proof = {
  readonly id: string
  readonly level: Level
  readonly passed: boolean
  readonly title: string
  readonly file: string
}

type VitestReport = {
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

type PlaywrightSuite = {
  readonly title: string
  readonly file: string
  readonly specs: readonly {
    readonly title: string
    readonly ok: boolean
    readonly file: string
    readonly tests: readonly { readonly status: string }[]
  }[]
  readonly suites?: readonly PlaywrightSuite[]
}

/** The promises in the tables of docs/requirements.md: `| ATC-01 | what is promised | wire |`. */
export function promisesIn(markdown: string): Promised[] {
  const found: Promised[] = []
  let section = ''
  for (const line of markdown.split('\n')) {
    if (line.startsWith('## ')) section = line.slice(3).trim()
    const cells = /^\| ([A-Z]+-\d+) \|.*\| ([a-z, ]+) \|$/.exec(line.trimEnd())
    if (!cells?.[1] || !cells[2]) continue
    const named = cells[2].split(',').map((level) => level.trim())
    const unknown = named.filter((level) => !isLevel(level))
    if (unknown.length > 0) throw new Error(`${cells[1]} names the level ${unknown.join(', ')}, which there is not`)
    found.push({ id: cells[1], section, levels: named.filter(isLevel) })
  }
  return found
}

/** The promise numbers in a title: `[ATC-01] …`, `[ATC-01][ATC-02] …` or `[ATC-01, ATC-02] …`. */
export function numbersIn(title: string): string[] {
  return [...title.matchAll(/\[([A-Z]+-\d+(?:[ ,]+[A-Z]+-\d+)*)\]/g)].flatMap((match) => match[1]?.split(/[ ,]+/) ?? [])
}

export function proofsIn(reports: { readonly vitest?: unknown; readonly playwright?: unknown }): Proof[] {
  const vitest = reports.vitest as VitestReport | undefined
  const playwright = reports.playwright as { readonly suites: readonly PlaywrightSuite[] } | undefined
  return [
    ...(vitest?.testResults ?? []).flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'passed' || status === 'failed')
        .flatMap(({ fullName, status }) => proofs(fullName, levelOf(name), status === 'passed', name)),
    ),
    ...(playwright?.suites ?? []).flatMap((suite) => browserProofs(suite, '')),
  ]
}

/** A promise is proved at a level when a test there names it and none of those that do fails. */
export function stateOf(
  id: string,
  level: Level,
  all: readonly Proof[],
): { readonly state: 'proved' | 'failing' | 'none'; readonly tests: readonly Proof[] } {
  const tests = all.filter((proof) => proof.id === id && proof.level === level)
  if (tests.length === 0) return { state: 'none', tests }
  return { state: tests.every(({ passed }) => passed) ? 'proved' : 'failing', tests }
}

function browserProofs(suite: PlaywrightSuite, above: string): Proof[] {
  const path = `${above} ${suite.title}`.trim()
  const run = suite.specs.filter(({ tests }) => tests.some(({ status }) => status !== 'skipped'))
  return [
    ...run.flatMap(({ title, ok, file }) => proofs(`${path} ${title}`, 'browser', ok, `test/browser/${file}`)),
    ...(suite.suites ?? []).flatMap((inner) => browserProofs(inner, path)),
  ]
}

function proofs(title: string, level: Level, passed: boolean, file: string): Proof[] {
  return [...new Set(numbersIn(title))].map((id) => ({ id, level, passed, title, file }))
}

/** Tests that send requests to the app say so in their file's name. */
function levelOf(file: string): Level {
  return /\.(wire|routes)\.test\.tsx?$/.test(file) ? 'wire' : 'unit'
}

function isLevel(text: string): text is Level {
  return levels.some((level) => level === text)
}

/** Parses the requirements in docs/requirements.md, and the test reports for the tests that prove them. */

const levels = ['unit', 'wire', 'browser'] as const
/** How a requirement can be proved: a unit test, a request to the running app, a real browser. */
export type Level = (typeof levels)[number]

/** What a test has to prove: a requirement, or one part of a requirement that has several, at one level. */
export type Clause = { readonly part: string | undefined; readonly level: Level }

export type Requirement = { readonly id: string; readonly section: string; readonly clauses: readonly Clause[] }

/** A requirement that a test's title names. Without a part: the whole of a requirement that has no parts. */
export type RequirementRef = { readonly id: string; readonly part: string | undefined }

/** A test that names a requirement. */
export type Coverage = RequirementRef & {
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

/**
 * The requirements in the tables of docs/requirements.md: `| ACC-01 | requirement | register; log in (wire) | browser
 * |`. A part without a stated level has to be proved at each level of its requirement.
 */
export function parseRequirements(markdown: string): Requirement[] {
  const requirements: Requirement[] = []
  let section = ''
  for (const line of markdown.split('\n')) {
    if (line.startsWith('## ')) section = line.slice(3).trim()
    const cells = /^\| ([A-Z]+-\d+) \|.*\|([^|]*)\| ([a-z, ]+) \|$/.exec(line.trimEnd())
    const [, id, parts, levels] = cells ?? []
    if (id && parts !== undefined && levels) requirements.push({ id, section, clauses: clausesOf(id, parts, levels) })
  }
  return requirements
}

function clausesOf(id: string, parts: string, levelNames: string): Clause[] {
  const defaultLevels = levelNames.split(',').map((level) => levelNamed(id, level.trim()))
  const listed = parts.split(';').flatMap((text) => text.trim() || [])
  if (listed.length === 0) return defaultLevels.map((level) => ({ part: undefined, level }))
  return listed.flatMap((text) => {
    const [, part = text, levelName] = /^(.*) \(([a-z]+)\)$/.exec(text) ?? []
    return (levelName ? [levelNamed(id, levelName)] : defaultLevels).map((level) => ({ part, level }))
  })
}

/**
 * The requirements and parts in a title: `[ATC-01] …`, `[ATC-01][ATC-02] …`, `[ACC-01 register, log in, ACC-04] …`.
 */
export function parseRefs(title: string): RequirementRef[] {
  return [...title.matchAll(/\[([A-Z]+-\d+[^\]]*)\]/g)].flatMap(([, list = '']) => {
    const refs: RequirementRef[] = []
    for (const item of list.split(/,\s*/)) {
      const [, ids, part] = /^((?:[A-Z]+-\d+\s*)*)(.*)$/.exec(item.trim()) ?? []
      const numbers = ids?.match(/[A-Z]+-\d+/g) ?? []
      refs.push(...numbers.slice(0, -1).map((id) => ({ id, part: undefined })))
      const id = numbers.at(-1) ?? refs.at(-1)?.id
      if (id) refs.push({ id, part: part || undefined })
    }
    return refs
  })
}

/** References that do not exist: an unknown number, or an unknown part of a requirement. */
export function unknownRefs(named: readonly RequirementRef[], requirements: readonly Requirement[]): RequirementRef[] {
  return named.filter(({ id, part }) => {
    const requirement = requirements.find((candidate) => candidate.id === id)
    return !requirement || (part !== undefined && !requirement.clauses.some((clause) => clause.part === part))
  })
}

export function proofsIn(reports: { readonly vitest?: unknown; readonly playwright?: unknown }): Coverage[] {
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

/** A clause is proved when at least one test at its level names it and none of these tests fails. */
export function stateOf(
  id: string,
  { part, level }: Clause,
  all: readonly Coverage[],
): { readonly state: 'proved' | 'failing' | 'none'; readonly tests: readonly Coverage[] } {
  const tests = all.filter((proof) => proof.id === id && proof.level === level && proof.part === part)
  if (tests.length === 0) return { state: 'none', tests }
  return { state: tests.every(({ passed }) => passed) ? 'proved' : 'failing', tests }
}

function browserProofs(suite: PlaywrightSuite, above: string): Coverage[] {
  const path = `${above} ${suite.title}`.trim()
  const run = suite.specs.filter(({ tests }) => tests.some(({ status }) => status !== 'skipped'))
  return [
    ...run.flatMap(({ title, ok, file }) => proofs(`${path} ${title}`, 'browser', ok, `test/browser/${file}`)),
    ...(suite.suites ?? []).flatMap((inner) => browserProofs(inner, path)),
  ]
}

function proofs(title: string, level: Level, passed: boolean, file: string): Coverage[] {
  return parseRefs(title).map((named) => ({ ...named, level, passed, title, file }))
}

/** Tests that send requests to the app are recognized by their file name. */
function levelOf(file: string): Level {
  return /\.(wire|routes)\.test\.tsx?$/.test(file) ? 'wire' : 'unit'
}

function levelNamed(id: string, text: string): Level {
  const level = levels.find((candidate) => candidate === text)
  if (!level) throw new Error(`${id} names the level ${text}, which there is not`)
  return level
}

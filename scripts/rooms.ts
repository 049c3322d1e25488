/**
 * Import rules between the rooms of src/. Floor and room follow from the path: `src/shop/cart/pages/cart-page.tsx` is
 * on the floor `shop` in the room `shop/cart`. Type imports count like any other; tests may import everything.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'

export type Import = { readonly from: string; readonly to: string }

/** Floors from top to bottom. A floor imports only from itself and from the floors below it. */
const floors = [['composition'], ['sandbox'], ['faces'], ['shop', 'site'], ['people'], ['things'], ['platform']]

/** The only imports between `shop` and `site`. */
const ports: readonly string[] = ['shop/reviews -> site/comments']

/** The checkout imports the other rooms of the shop, so only the floors above may import it. */
const CHECKOUT = 'shop/checkout'

/**
 * Files directly in src/ and the command line belong to the floor `composition`. A file directly on a floor is a
 * separate room.
 */
export function roomOf(file: string): string {
  const [, floor = '', ...rest] = file.split('/')
  if (rest.length === 0 || floor === 'cli') return 'composition'
  if (floor === 'sandbox') return floor
  return `${floor}/${(rest[0] ?? '').replace(/\.tsx?$/, '')}`
}

const folderOf = (room: string): string => room.split('/')[0] ?? ''
const levelOf = (room: string): number => floors.findIndex((folders) => folders.includes(folderOf(room)))

/** Tests, and what stands beside them for them alone. */
export const isTest = (file: string): boolean => /\.test\.tsx?$|\/open-test-[^/]+$/.test(file)

/** Every relative import inside src/, whether of types or of values. */
export function readImports(root: string): Import[] {
  const files = globSync('src/**/*.{ts,tsx,js}', { cwd: root }).filter((file) => !isTest(file))
  return files.toSorted().flatMap((from) =>
    importedPaths(readFileSync(join(root, from), 'utf8'))
      .map((path) => posix.join(dirname(from), path))
      .filter((to) => to.startsWith('src/') && existsSync(join(root, to)))
      .map((to) => ({ from, to })),
  )
}

export const importedPaths = (source: string): string[] =>
  [...source.matchAll(/\b(?:from|import)\s*\(?\s*(['"])(\.{1,2}\/[^'"?]+)(?:\?[^'"]*)?\1/g)].map(
    ([, , path = '']) => path,
  )

/** The imports between rooms as arrows, each with the imports it stands for. */
function arrowsOf(imports: readonly Import[]): Map<string, Map<string, Import[]>> {
  const arrows = new Map<string, Map<string, Import[]>>()
  for (const one of imports) {
    const from = roomOf(one.from)
    const to = roomOf(one.to)
    if (from === to) continue
    const targets = arrows.get(from) ?? new Map<string, Import[]>()
    arrows.set(from, targets.set(to, [...(targets.get(to) ?? []), one]))
  }
  return arrows
}

/** One line for each violation, with an import that causes it. */
export function findViolations(imports: readonly Import[]): string[] {
  const arrows = arrowsOf(imports)
  const violations = [...arrows].flatMap(([from, targets]) =>
    [...targets].flatMap(([to, causes]) => {
      const rule = brokenRule(from, to)
      return rule === null ? [] : causes.map((cause) => `${rule}: ${cause.from} -> ${cause.to}`)
    }),
  )
  const cycle = findCycle(arrows)
  if (!cycle) return violations
  const steps = cycle.slice(1).map((to, index) => {
    const [cause] = arrows.get(cycle[index] ?? '')?.get(to) ?? []
    return `  ${cause?.from} -> ${cause?.to}`
  })
  return [...violations, [`rooms form a cycle: ${cycle.join(' -> ')}`, ...steps].join('\n')]
}

function brokenRule(from: string, to: string): string | null {
  if (levelOf(from) === -1 || levelOf(to) === -1) return 'not on a known floor'
  if (levelOf(to) < levelOf(from)) return 'import from a floor above'
  if (to === CHECKOUT && folderOf(from) === 'shop') return 'checkout is imported by a room of the shop'
  const isBetweenFolders = levelOf(from) === levelOf(to) && folderOf(from) !== folderOf(to)
  return isBetweenFolders && !ports.includes(`${from} -> ${to}`) ? 'shop and site meet outside their port' : null
}

/** The rooms of one cycle, which ends with its first room again; null if there is none. */
function findCycle(arrows: ReturnType<typeof arrowsOf>): string[] | null {
  const finished = new Set<string>()
  const visit = (room: string, path: readonly string[]): string[] | null => {
    const start = path.indexOf(room)
    if (start !== -1) return [...path.slice(start), room]
    if (finished.has(room)) return null
    for (const next of arrows.get(room)?.keys() ?? []) {
      const cycle = visit(next, [...path, room])
      if (cycle) return cycle
    }
    finished.add(room)
    return null
  }
  for (const room of arrows.keys()) {
    const cycle = visit(room, [])
    if (cycle) return cycle
  }
  return null
}

/**
 * Draws floor by floor, each room above the rooms of its folder that it imports. Imports of `platform` by other floors
 * are left out.
 */
export function drawRooms(imports: readonly Import[]): string {
  const arrows = arrowsOf(imports)
  const rooms = new Set(imports.flatMap(({ from, to }) => [roomOf(from), roomOf(to)]))
  const folders = floors.flat().filter((folder) => folder !== 'composition' && folder !== 'sandbox')
  const lines = folders.flatMap((folder) => {
    const members = [...rooms].filter((room) => folderOf(room) === folder).toSorted()
    const width = Math.max(0, ...members.map((room) => nameOf(room).length))
    const named = sortByHeight(members, arrows).map((room) => {
      const targets = targetTexts(folder, [...(arrows.get(room)?.keys() ?? [])])
      return targets === '' ? `  ${nameOf(room)}` : `  ${nameOf(room).padEnd(width)} -> ${targets}`
    })
    return named.length === 0 ? [] : [folder, ...named]
  })
  return ['```', ...lines, '```'].join('\n')
}

const nameOf = (room: string): string => room.slice(room.indexOf('/') + 1)

/** 'cart orders; people: accounts': rooms of the same folder first, then those of the folders below. */
function targetTexts(folder: string, targets: readonly string[]): string {
  const names = (of: string) =>
    targets
      .filter((room) => folderOf(room) === of)
      .map(nameOf)
      .toSorted()
      .join(' ')
  const below = floors
    .flat()
    .filter((other) => other !== folder && other !== 'platform' && names(other) !== '')
    .map((other) => `${other}: ${names(other)}`)
  return [names(folder), ...below].filter((text) => text !== '').join('; ')
}

/** Sorts rooms before the rooms that they import. */
function sortByHeight(members: readonly string[], arrows: ReturnType<typeof arrowsOf>): string[] {
  const heights = new Map<string, number>()
  const heightOf = (room: string): number => {
    const known = heights.get(room)
    if (known !== undefined) return known
    heights.set(room, 0)
    const below = [...(arrows.get(room)?.keys() ?? [])].filter((target) => members.includes(target))
    const height = Math.max(0, ...below.map((target) => heightOf(target) + 1))
    heights.set(room, height)
    return height
  }
  return members.toSorted((one, other) => heightOf(other) - heightOf(one) || one.localeCompare(other))
}

const START = '<!-- rooms: npx node scripts/boundaries.mjs --draw -->'
const END = '<!-- end of rooms -->'

/** The document with its drawing replaced; null if the document has no markers for a drawing. */
export function withDrawing(document: string, drawing: string): string | null {
  const start = document.indexOf(START)
  const end = document.indexOf(END)
  if (start === -1 || end < start) return null
  return `${document.slice(0, start + START.length)}\n\n${drawing}\n\n${document.slice(end)}`
}

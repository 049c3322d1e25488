import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { isLongRun } from '../running/long-run.ts'

type Violation = { readonly id: string; readonly help: string; readonly nodes: readonly { readonly html: string }[] }
type Colour = { r: number; g: number; b: number; alpha: number; parseString(text: string): Colour }
type Axe = {
  run(root: Document, options: object): Promise<{ violations: Violation[] }>
  readonly commons: { readonly color: { readonly Color: { readonly prototype: Colour } } }
}
type AxeWindow = Window & { readonly axe: Axe }

const rules = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
} as const

const pathOfAxe = createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js')

/**
 * axe spends a sixth of its time parsing the colours of elements and their backgrounds. A page has only a few dozen
 * colours, so parsed colours are cached.
 */
function rememberColours(): void {
  const { prototype } = (window as unknown as AxeWindow).axe.commons.color.Color
  const parse = prototype.parseString
  const known = new Map<string, Pick<Colour, 'r' | 'g' | 'b' | 'alpha'>>()
  prototype.parseString = function (text) {
    const before = known.get(text)
    if (before) return Object.assign(this, before)
    const { r, g, b, alpha } = parse.call(this, text)
    known.set(text, { r, g, b, alpha })
    return this
  }
}

/** The minified build of axe, half the size of the one that `AxeBuilder` uses by default, with cached colours. */
const source = `${readFileSync(pathOfAxe, 'utf8')};(${rememberColours})()`

/** axe violations of the page in its current state. */
export const findingsOf = async (page: Page): Promise<string[]> => (await violationsOf(page)).map(textOf)

/** Like `findingsOf`, but ignores frames. axe cannot run in a frame whose sandbox forbids scripts. */
export const findingsAround = async (page: Page): Promise<string[]> => (await ownViolationsOf(page)).map(textOf)

const textOf = ({ id, help, nodes }: Violation): string =>
  `${id}: ${help}\n  ${nodes.map((node) => node.html).join('\n  ')}`

/**
 * Waits for running transitions, because axe measures colours: a hovered or sliding element may still be half
 * transparent. Endless animations, such as loading placeholders, are not waited for.
 */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect, playState, timeline }) => {
          const isFinite = effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
          return isFinite && playState === 'running' && timeline === document.timeline
        })
        .map(({ finished }) => finished),
    ),
  )

/** Whether the page has frames of the shop, such as an email preview. We cannot fix the payment provider's frames. */
function hasOwnFrames(page: Page): boolean {
  const { origin } = new URL(page.url())
  const [, ...frames] = page.frames()
  return frames.some((frame) => !/^https?:/.test(frame.url()) || new URL(frame.url()).origin === origin)
}

/**
 * Runs axe directly in a page without frames of the shop, because `AxeBuilder`, which merges the results of all frames,
 * takes four times as long. The long run also checks the provider's frames.
 */
async function violationsOf(page: Page): Promise<Violation[]> {
  if (!hasOwnFrames(page) && !(isLongRun && page.frames().length > 1)) return ownViolationsOf(page)
  await settled(page)
  return (await new AxeBuilder({ page, axeSource: source }).withTags([...rules.values]).analyze()).violations
}

async function ownViolationsOf(page: Page): Promise<Violation[]> {
  await settled(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(
    async (options) => (await (window as unknown as AxeWindow).axe.run(document, options)).violations,
    { runOnly: rules, resultTypes: ['violations'], iframes: false },
  )
}

/** Phone, tablet and desktop widths, in px. */
const defaultWidths = [320, 768, 1440]

/**
 * Checks the page at each width for horizontal overflow. Runs axe at the widest one, or at every one in the long run
 * (`npm run test:long`).
 */
export async function findingsAtWidths(page: Page, widths: readonly number[] = defaultWidths): Promise<string[]> {
  const findings: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const beyond = await page.evaluate(
      () =>
        new Promise<number>((done) => {
          requestAnimationFrame(() =>
            requestAnimationFrame(() =>
              done(document.documentElement.scrollWidth - document.documentElement.clientWidth),
            ),
          )
        }),
    )
    if (beyond > 0) findings.push(`at ${width} px: ${beyond} px lie beside the window`)
    if (isLongRun || width === Math.max(...widths))
      findings.push(...(await findingsOf(page)).map((finding) => `at ${width} px: ${finding}`))
  }
  return findings
}

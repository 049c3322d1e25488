import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** axe violations of the page as it is now. */
export async function findingsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return violations.map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join('\n  ')}`)
}

/** Widest phone menu, tablet, desktop. */
const widths = [320, 768, 1440]

/** The page at three widths: no axe violations, and no horizontal overflow. */
export async function findingsAtWidths(page: Page): Promise<string[]> {
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
    findings.push(...(await findingsOf(page)).map((finding) => `at ${width} px: ${finding}`))
  }
  return findings
}

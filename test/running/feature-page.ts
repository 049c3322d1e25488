import type { Page } from '@playwright/test'
import { asOwner } from './staff-requests.ts'

const path = '/every-feature/'

const repeated = (count: number, html: (number: number) => string): string =>
  Array.from({ length: count }, (_, index) => html(index + 1)).join('')

/** A text with every presentation feature, with these pictures of the media library. */
const everyFeature = (pictures: readonly number[]): string => {
  const picture = (number: number) => pictures[number % pictures.length] ?? 0
  return [
    '<h2>Words</h2><p>Before everything else.</p>',
    `<p>[testimonials title="From our guests"]</p>${repeated(5, (n) => `<p>[testimonial name="Guest ${n}" about="Halifax" picture="${picture(n)}"]A cup worth the walk, ${n}.[/testimonial]</p>`)}<p>[/testimonials]</p>`,
    `<p>[testimonial_columns count="2"]</p>${repeated(3, (n) => `<p>[testimonial name="Reader ${n}" about="Regina"]Read ${n}.[/testimonial]</p>`)}<p>[/testimonial_columns]</p>`,
    '<h2>Pictures</h2>',
    `<p>[gallery_carousel title="Six pictures" pictures="${pictures.join(',')}"]</p>`,
    `<p>[vertical_slider title="Steps"]</p>${repeated(4, (n) => `<p>[vertical_slide title="Step ${n}" picture="${picture(n)}"]Do it ${n} times.[/vertical_slide]</p>`)}<p>[/vertical_slider]</p>`,
    `<p>[home_slider title="Three houses"]</p>${repeated(3, (n) => `<p>[home_slide title="House ${n}" picture="${picture(n)}" url="/about/"]Slide number ${n}.[/home_slide]</p>`)}<p>[/home_slider]</p>`,
    `<p>[expanding_grid columns="3"]</p>${repeated(5, (n) => `<p>[grid_item title="Garden ${n}" picture="${picture(n)}" url="/shop/"]About garden ${n}.[/grid_item]</p>`)}<p>[/expanding_grid]</p>`,
    '<h2>Figures</h2>',
    `<p>[skill_bars]</p>${repeated(3, (n) => `<p>[skill label="Skill ${n}" percent="${n * 30}"][/skill]</p>`)}<p>[/skill_bars]</p>`,
    `<p>[counter]</p>${repeated(3, (n) => `<p>[count value="${n * 1200}" after=" teas"]Kind ${n}[/count]</p>`)}<p>[/counter]</p>`,
    `<p>[quick_counter]</p><p>[count value="40"]Quick[/count]</p><p>[/quick_counter]</p>`,
    `<p>[flip_boxes columns="3"]</p>${repeated(3, (n) => `<p>[flip_box title="Box ${n}" text="Turn it" picture="${picture(n)}" url="/about/"]The back of ${n}.[/flip_box]</p>`)}<p>[/flip_boxes]</p>`,
    '<h2>Rows</h2>',
    '<p>[client name="Birch Street Café" url="https://birch.example/"]</p><p>[client name="Harbour Books"]</p>',
    '<p>[service title="Tastings"]Eight cups.[/service]</p>',
    `<p>[service_thumb title="Blends" picture="${picture(1)}"]Made for you.[/service_thumb]</p>`,
    '<p>[perfect title="Mornings"]Strong.[/perfect]</p><p>[perfect title="Evenings"]Mild.[/perfect]</p>',
    `<p>[columns count="4"]</p>${repeated(7, (n) => `<p>[column]Column ${n}[/column]</p>`)}<p>[/columns]</p>`,
  ].join('\n')
}

/** Opens a page with every feature, and creates it if the shop does not have it yet. */
export async function openFeaturePage(page: Page): Promise<void> {
  if ((await page.request.get(path)).status() === 404) {
    const media = await asOwner<{ id: number }[]>(page, 'get', '/wp-json/wp/v2/media?per_page=6&orderby=id&order=asc')
    const content = everyFeature(media.map(({ id }) => id))
    const data = { title: 'Every feature', slug: 'every-feature', content, status: 'publish' }
    await asOwner(page, 'post', '/wp-json/wp/v2/pages', data)
  }
  await page.goto(path)
}

/** Scrolls through the page, so that everything that loads or moves when it becomes visible does so. */
export async function scrollThrough(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let top = 0; top < height; top += 500) {
    await page.evaluate((place) => scrollTo({ top: place, behavior: 'instant' }), top)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  }
  await page.waitForLoadState('networkidle')
}

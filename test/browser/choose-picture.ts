import { expect, type Locator, type Page } from '@playwright/test'

/** A word of the demo's own pictures: those that other tests upload are too small to be looked at. */
const WORD = 'porcelain'

/** Marks one of the demo's pictures in the library that is open; the button that takes it. */
export async function markPicture(library: Locator, at: number): Promise<Locator> {
  await library.getByRole('searchbox', { name: 'Search pictures' }).fill(WORD)
  const alternativeText = library.getByRole('textbox', { name: 'Alternative text' })
  // Until the search is answered, the list is of all pictures.
  await expect(async () => {
    await library.getByRole('option').nth(at).click()
    await expect(alternativeText).toHaveValue(new RegExp(WORD, 'i'), { timeout: 500 })
  }).toPass()
  return library.getByRole('button', { name: 'Use this picture' })
}

export const libraryOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Choose a picture' })

/** Chooses one of the demo's pictures in the library that is open. */
export async function choosePicture(page: Page, at: number): Promise<void> {
  const library = libraryOf(page)
  await (await markPicture(library, at)).click()
  await expect(library).toBeHidden()
}

import { expect, type Page } from '@playwright/test'

/** Chooses a picture of the library that is open. One that another test uploaded may have no words yet, and needs them. */
export async function choosePicture(page: Page, at: number): Promise<void> {
  const library = page.getByRole('dialog', { name: 'Choose a picture' })
  await library.getByRole('option').nth(at).click()
  const alternativeText = library.getByRole('textbox', { name: 'Alternative text' })
  if ((await alternativeText.inputValue()) === '') await alternativeText.fill(`Rain on window ${at + 1}`)
  await library.getByRole('button', { name: 'Use this picture' }).click()
  await expect(library).toBeHidden()
}

/** The page after an order: a button that prints it. Without script the browser's own menu does. */
for (const button of document.querySelectorAll<HTMLElement>('[data-print]')) {
  button.hidden = false
  button.addEventListener('click', () => print())
}

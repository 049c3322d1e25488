/** Contact forms of this page. */
for (const wrapper of document.querySelectorAll('.wpcf7.no-js')) wrapper.classList.replace('no-js', 'js')

export {}

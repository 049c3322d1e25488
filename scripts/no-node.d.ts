// What tsconfig.browser.json has in place of packages whose types bring those of Node.
export {}

/** The style of the documentation page, for light and dark, wide and narrow screens. */
export const docsStyle = `
:root { color-scheme: light dark; --line: light-dark(#d5dae1, #39424e); --soft: light-dark(#4a5563, #aab4c0); --link: light-dark(#0b5cad, #7db8f5); }
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 60rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: var(--link); }
nav { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; }
h2 { margin: 2.5rem 0 0; border-bottom: 1px solid var(--line); }
h3 { margin: 1.5rem 0 0; font-size: 1rem; }
p { margin: 0.25rem 0; }
.about { color: var(--soft); }
table { width: 100%; margin-top: 0.5rem; border-collapse: collapse; font-size: 0.875rem; }
th, td { padding: 0.25rem 0.5rem 0.25rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
`;

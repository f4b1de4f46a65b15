import { BREAKPOINTS_PX } from "@groundcrew/shared/lib";
import { colorsTuple, createTheme, em, Input, InputWrapper, type CSSVariablesResolver } from "@mantine/core";

const tones = { accent: "#1B5FBF", ok: "#0B6E5A", warn: "#F0AE1C", danger: "#BF2A1B" } as const;

/** Sizes and defaults. Colours come from tokens.css through `resolver`. */
export const theme = createTheme({
  fontFamily: "var(--gc-font)",
  fontFamilyMonospace: "var(--gc-mono)",
  fontSizes: { xs: "0.75rem", sm: "0.8125rem", md: "0.875rem", lg: "1rem", xl: "1.25rem" },
  lineHeights: { xs: "1.333", sm: "1.385", md: "1.429", lg: "1.5", xl: "1.4" },
  spacing: { xs: "4px", sm: "8px", md: "12px", lg: "16px", xl: "24px" },
  radius: { xs: "4px", sm: "6px", md: "6px", lg: "10px", xl: "999px" },
  defaultRadius: "sm",
  breakpoints: {
    xs: em(BREAKPOINTS_PX.narrowest),
    sm: em(BREAKPOINTS_PX.narrow),
    md: "61.25em",
    lg: "73.75em",
    xl: "90em",
  },
  headings: { fontWeight: "650" },
  colors: {
    gray: [
      "#F2F4F7",
      "#E9EDF1",
      "#E4E9EE",
      "#D3DAE1",
      "#7A8591",
      "#66727F",
      "#5A6673",
      "#3F4B58",
      "#2A3541",
      "#16202B",
    ],
    dark: [
      "#E8EDF2",
      "#B9C3CD",
      "#95A1AE",
      "#6D7A88",
      "#6D7A88",
      "#26313C",
      "#141B22",
      "#141B22",
      "#0C1116",
      "#0C1116",
    ],
    accent: colorsTuple(tones.accent),
    ok: colorsTuple(tones.ok),
    warn: colorsTuple(tones.warn),
    danger: colorsTuple(tones.danger),
  },
  primaryColor: "accent",
  cursorType: "pointer",
  focusClassName: "gc-focus",
  respectReducedMotion: true,
  components: {
    Input: Input.extend({ vars: () => ({ wrapper: { "--input-fz": "14px" } }) }),
    InputWrapper: InputWrapper.extend({
      vars: () => ({
        label: { "--input-label-size": "13px" },
        description: { "--input-description-size": "12px" },
        error: { "--input-error-size": "12px" },
        success: { "--input-success-size": "12px" },
      }),
    }),
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true } },
    // Mantine focuses a hidden placeholder first; it is not a menu item, so a menu may not contain it.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, transitionProps: { duration: 120 } } },
    Popover: { defaultProps: { transitionProps: { duration: 120 } } },
  },
});

function tone(name: keyof typeof tones): Record<string, string> {
  return {
    [`--mantine-color-${name}-filled`]: `var(--gc-${name})`,
    [`--mantine-color-${name}-filled-hover`]: `color-mix(in srgb, var(--gc-${name}) 88%, var(--gc-text))`,
    [`--mantine-color-${name}-light`]: `var(--gc-${name}-soft)`,
    [`--mantine-color-${name}-light-hover`]: `color-mix(in srgb, var(--gc-${name}-soft) 92%, var(--gc-text))`,
    [`--mantine-color-${name}-light-color`]: `var(--gc-${name}-text)`,
    [`--mantine-color-${name}-outline`]: `var(--gc-${name}-text)`,
    [`--mantine-color-${name}-text`]: `var(--gc-${name}-text)`,
  };
}

const colours: Record<string, string> = {
  "--mantine-color-body": "var(--gc-surface)",
  "--mantine-color-text": "var(--gc-text)",
  "--mantine-color-dimmed": "var(--gc-text-3)",
  "--mantine-color-placeholder": "var(--gc-text-3)",
  "--mantine-color-bright": "var(--gc-text)",
  "--mantine-color-anchor": "var(--gc-accent-text)",
  "--mantine-color-error": "var(--gc-danger-text)",
  "--mantine-color-success": "var(--gc-ok-text)",
  "--mantine-color-default": "var(--gc-surface)",
  "--mantine-color-default-hover": "var(--gc-hover)",
  "--mantine-color-default-color": "var(--gc-text)",
  "--mantine-color-default-border": "var(--gc-line-strong)",
  "--mantine-color-disabled": "var(--gc-sunken)",
  "--mantine-color-disabled-border": "var(--gc-line)",
  "--mantine-color-disabled-color": "var(--gc-text-3)",
  ...tone("accent"),
  ...tone("ok"),
  ...tone("warn"),
  ...tone("danger"),
};

/** Maps our tokens to Mantine's variables; the tokens switch with the colour scheme themselves. */
export const resolver: CSSVariablesResolver = () => ({ variables: {}, light: colours, dark: colours });

// Mantine's styles in the order of their dependencies, in a layer that all our rules override.
import "@mantine/core/styles/baseline.layer.css";
import "@mantine/core/styles/default-css-variables.layer.css";
import "@mantine/core/styles/global.layer.css";
import "@mantine/core/styles/UnstyledButton.layer.css";
import "@mantine/core/styles/VisuallyHidden.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/Tooltip.layer.css";
import "@mantine/core/styles/Menu.layer.css";
import "@mantine/core/styles/Input.layer.css";
import "@mantine/core/styles/PasswordInput.layer.css";
import "@mantine/core/styles/Notification.layer.css";
import "@mantine/notifications/styles.layer.css";
import "@fontsource-variable/inter/index.css";
import "./tokens.css";
import "./base.css";

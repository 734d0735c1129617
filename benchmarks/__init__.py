"""The figures of the README: medians, and ratios within one run."""

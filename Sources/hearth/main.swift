import HearthAdmin

print("hearth")
